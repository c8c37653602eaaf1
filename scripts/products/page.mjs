// What scripts/products.py calls in the browser: which products there are, and the picture of one.

import { Studio } from "./studio.mjs";

const DEPARTMENTS = ["kitchen", "home", "electronics", "clothing", "books", "sports", "garden", "toys", "health", "office"];
const found = await Promise.all(DEPARTMENTS.map((name) => import(`./${name}.mjs`)));
const products = Object.assign({}, ...found.map((one) => one.default));
await Promise.all(["600 20px Rubik", "500 20px Lora", "600 20px 'DM Sans'"].map((font) => document.fonts.load(font)));
const studio = new Studio(480);

window.keys = () => Object.keys(products);
window.photograph = (key, colour) => studio.photograph(products[key](colour));
window.ready = true;
