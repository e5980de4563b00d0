// site/views/styles · a style sheet as a text, which a view puts into the page when it is opened.
declare module "*.css?inline" {
  const text: string;
  export default text;
}
