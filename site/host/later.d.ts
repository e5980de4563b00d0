// site/host/later · modules that the build makes.
declare module "examples:*" {
  const examples: Record<string, string[]>;
  export default examples;
}
