// site/page/styles · style sheets, which Vite puts into the page.
declare module "*.css";
