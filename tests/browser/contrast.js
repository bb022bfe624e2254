// The texts of a page that stand out too little from what is behind them (WCAG AA), with the ratio.
() => {
  const colour = (css) => {
    const numbers = css.match(/[\d.]+(e-?\d+)?/g).map(Number);
    const scale = css.startsWith("color(") ? 255 : 1;
    const [r, g, b] = numbers.slice(0, 3).map((part) => part * scale);
    return { r, g, b, a: numbers.length > 3 ? numbers[3] : 1 };
  };
  const linear = (part) => (part /= 255) <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  const luminance = ({ r, g, b }) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const over = (upper, lower) => {
    const mixed = { a: 1 };
    for (const part of "rgb") mixed[part] = upper[part] * upper.a + lower[part] * (1 - upper.a);
    return mixed;
  };
  const outwards = (element) => {
    const found = [];
    while (element) {
      found.push(element);
      element = element.parentElement || element.getRootNode().host;
    }
    return found;
  };
  const ratio = (element) => {
    const around = outwards(element).map((each) => getComputedStyle(each));
    let ground = { r: 255, g: 255, b: 255, a: 1 };
    for (const style of [...around].reverse()) ground = over(colour(style.backgroundColor), ground);
    const ink = colour(around[0].color);
    for (const style of around) ink.a *= parseFloat(style.opacity);
    const [light, dark] = [luminance(over(ink, ground)), luminance(ground)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  const weak = [];
  const visit = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) visit(element.shadowRoot);
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const text = own.map((node) => node.textContent.trim()).join(" ").trim();
      const { width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const icon = element.matches("[data-testid=stIconMaterial]");
      const off = element.closest("svg, :disabled, [aria-disabled=true]");
      if (!text || icon || off || width < 2 || height < 2 || style.visibility !== "visible") continue;
      const large = parseFloat(style.fontSize) >= 24;
      const found = ratio(element);
      if (found < (large ? 3 : 4.5)) weak.push(`${text.slice(0, 40)}: ${found.toFixed(2)}`);
    }
  };
  visit(document);
  return weak;
};
