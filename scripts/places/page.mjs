// What scripts/places.py calls in the browser: which places there are, and the picture of one.

import { Camera } from "./camera.mjs";
import scenes from "./scenes.mjs";

const FONTS = ["600 20px Rubik", "700 20px 'Source Serif 4'", "600 20px 'DM Sans'", "600 20px Lora"];
await Promise.all(FONTS.map((font) => document.fonts.load(font)));
const camera = new Camera(560, 280);

window.keys = () => Object.keys(scenes);
window.photograph = (key, name) => camera.photograph(scenes[key](name));
window.ready = true;
