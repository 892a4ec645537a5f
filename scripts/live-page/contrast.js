// The contrast of every text in sight with what is behind it (WCAG 2.2, 1.4.3): answers those below 4.5:1.
(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const channels = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = (top, below) => top.slice(0, 3).map((value, index) => value * top[3] + below[index] * (1 - top[3]));
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(channels(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
  };
  const luminance = (color) => {
    const [red, green, blue] = color.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const known = new Map();
  const poor = [];
  let checked = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || element.closest("script, style, template, noscript, .sr, [hidden]")) continue;
    if (element.getClientRects().length === 0) continue;
    const style = getComputedStyle(element);
    const background = behind(element);
    const key = `${style.color} ${background}`;
    checked += 1;
    if (!known.has(key)) {
      const values = [luminance(over(channels(style.color), background)), luminance(background)].sort((a, b) => b - a);
      known.set(key, (values[0] + 0.05) / (values[1] + 0.05));
    }
    const ratio = known.get(key);
    if (ratio < 4.5) poor.push(`${ratio.toFixed(2)} ${element.className || element.tagName}: ${walker.currentNode.textContent.trim().slice(0, 40)}`);
  }
  return { checked, poor: poor.slice(0, 20), lowest: Math.min(...known.values()) };
})()
