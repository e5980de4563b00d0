// site/page/styles · style sheets: Vite puts them into the page, or gives their text.
declare module "*.css";
declare module "*.css?inline" {
  const text: string;
  export default text;
}
