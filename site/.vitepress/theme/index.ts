// site/.vitepress/theme/index · VitePress's own theme, with the panel in which a page's chapter runs, and the views.
import { useData, useRoute } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { defineComponent, h, nextTick, onMounted, watch } from "vue";
import { drawWhenSeen } from "../../page/drawings.ts";
import { showLab } from "../../page/lab.ts";
import "./style.css";

/** Runs on each page that is shown: draws its pictures, and offers to run its chapter. */
const Layout = defineComponent({
  name: "CourseLayout",
  setup() {
    const { frontmatter, isDark, lang, site } = useData();
    const route = useRoute();
    const show = async () => {
      await nextTick();
      drawWhenSeen(isDark.value);
      const { chapter, sample } = frontmatter.value;
      const { base } = site.value;
      showLab({ base, chapter, sample, language: lang.value });
      const view = document.querySelector<HTMLElement>("[data-view]");
      if (view === null) return;
      const { openView } = await import("../../views/open.ts");
      await openView(view, base, lang.value);
    };
    onMounted(() => {
      void show();
      watch([() => route.path, isDark], show);
    });
    return () => h(DefaultTheme.Layout);
  },
});

export default { extends: DefaultTheme, Layout };
