// site/page/drawings · the pictures of a page, drawn by mermaid, which is loaded where there is one.

const watching: { now: IntersectionObserver | undefined } = { now: undefined };

/** Draws the pictures of the page as soon as one comes into view. One that cannot be drawn stays as its text. */
export function drawWhenSeen(isDark: boolean): void {
  watching.now?.disconnect();
  const places = [...document.querySelectorAll<HTMLElement>(".drawing")];
  const observer = new IntersectionObserver((seen) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    void drawAll(places, isDark);
  }, NEAR);
  for (const place of places) observer.observe(place);
  watching.now = observer;
}

const NEAR = { rootMargin: "600px" };

async function drawAll(places: HTMLElement[], isDark: boolean): Promise<void> {
  const { default: mermaid } = await import("mermaid");
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    theme: isDark ? "dark" : "default",
    fontFamily: "inherit",
  });
  for (const [at, place] of places.entries()) {
    const { svg } = await mermaid.render(`drawing-${at}`, place.dataset.text ?? "");
    place.innerHTML = svg;
    place.classList.add("drawn");
  }
}
