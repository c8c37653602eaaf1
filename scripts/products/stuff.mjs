// What things are made of. A material with a grain is laid over a form by place (`userData.grain`: tiles a unit).

import * as THREE from "three";

const memory = new Map();
const once = (key, make) => memory.get(key) ?? memory.set(key, make()).get(key);

export function chance(seed = 1) {
  return () => ((seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32);
}

export function drawn(w, h, draw) {
  const canvas = Object.assign(document.createElement("canvas"), { width: w, height: h });
  draw(canvas.getContext("2d"), w, h);
  return canvas;
}

export function texture(canvas, { colour = true, tiled = false } = {}) {
  const made = new THREE.CanvasTexture(canvas);
  made.colorSpace = colour ? THREE.SRGBColorSpace : THREE.NoColorSpace;
  if (tiled) made.wrapS = made.wrapT = THREE.RepeatWrapping;
  made.anisotropy = 8;
  return made;
}

// A colour made lighter (above 0) or darker.
export function tone(colour, by) {
  const made = new THREE.Color(colour);
  return `#${made.lerp(new THREE.Color(by > 0 ? "#fff" : "#000"), Math.abs(by)).getHexString()}`;
}

const physical = (color, more) => new THREE.MeshPhysicalMaterial({ color, roughness: 0.5, ...more });

export const plastic = (colour, roughness = 0.42) => physical(colour, { roughness });
export const matte = (colour) => physical(colour, { roughness: 0.9 });
export const rubber = (colour = "#2a2b2d") => physical(colour, { roughness: 0.75, specularIntensity: 0.5 });
export const gloss = (colour) => physical(colour, { roughness: 0.35, clearcoat: 1, clearcoatRoughness: 0.06 });
export const glazed = (colour) => physical(colour, { roughness: 0.5, clearcoat: 0.7, clearcoatRoughness: 0.18 });
export const metal = (colour = "#c9ccd0", roughness = 0.28) => physical(colour, { metalness: 1, roughness });
export const steel = () => metal("#d3d5d8", 0.22);
export const chrome = () => metal("#eceef0", 0.06);
export const brass = () => metal("#d9b36a", 0.25);
export const iron = () => physical("#2b2c2f", { roughness: 0.62, metalness: 0.35 });
export const glow = (colour, strength = 0.9) => physical(colour, { emissive: colour, emissiveIntensity: strength });

// Clear where one looks through it, more so than at its rims.
export function glass(colour = "#dfeeee", opacity = 0.2) {
  const made = physical(colour, { roughness: 0.05, clearcoat: 1, transparent: true, opacity, side: THREE.DoubleSide });
  Object.assign(made, { depthWrite: false, envMapIntensity: 1.6 });
  made.onBeforeCompile = (shader) => {
    const rim = "pow(1.0 - abs(dot(normal, normalize(vViewPosition))), 2.5)";
    shader.fragmentShader = shader.fragmentShader.replace("#include <normal_fragment_maps>",
      `#include <normal_fragment_maps>\n diffuseColor.a = mix(diffuseColor.a * 0.7, 0.75, ${rim}); diffuseColor.rgb *= 1.0 - 0.45 * ${rim};`);
  };
  made.userData.clear = true;
  return made;
}

function grained(color, grain, { map, bump, depth = 1, ...more }) {
  const made = physical(color, { roughness: 0.85, ...more });
  if (map) made.map = map;
  if (bump) Object.assign(made, { bumpMap: bump, bumpScale: depth });
  made.userData.grain = grain;
  return made;
}

const tile = (name, draw, colour = false) =>
  once(name, () => texture(drawn(256, 256, draw), { tiled: true, colour }));

const WOODS = {
  beech: ["#d9b083", "#b98a5b"], oak: ["#c89a66", "#96683a"], walnut: ["#7a5238", "#4b2f1f"],
  bamboo: ["#dcbf86", "#bf9a5c"], larch: ["#cf9a63", "#a06a38"], dark: ["#4a3325", "#2b1c13"],
  willow: ["#a9794c", "#6f4a2a"], pale: ["#e8cfa6", "#cfae7c"],
};

export function wood(kind = "beech", roughness = 0.55) {
  const [light, dark] = WOODS[kind];
  const map = once(`wood ${kind}`, () => texture(drawn(256, 512, (pen, w, h) => {
    const any = chance(kind.length * 77 + 3);
    pen.fillStyle = light;
    pen.fillRect(0, 0, w, h);
    for (let i = 0; i < 150; i++) {
      const x = any() * w;
      const bow = (any() - 0.5) * 14;
      Object.assign(pen, { strokeStyle: dark, globalAlpha: 0.08 + any() * 0.2, lineWidth: 0.6 + any() * 2.4 });
      pen.beginPath();
      pen.moveTo(x, 0);
      pen.bezierCurveTo(x + bow, h / 3, x + bow, (2 * h) / 3, x, h);
      pen.stroke();
    }
  }), { tiled: true }));
  return grained("#fff", [1, 0.5], { map, roughness, clearcoat: 0.15, clearcoatRoughness: 0.5 });
}

// The same grain lying down.
export function plank(kind, roughness) {
  const made = wood(kind, roughness);
  made.userData.lying = true;
  return made;
}

function specks(pen, w, h, count, size, shades, seed = 5) {
  const any = chance(seed);
  for (let i = 0; i < count; i++) {
    pen.fillStyle = shades[Math.floor(any() * shades.length)];
    const [x, y, r] = [any() * w, any() * h, size * (0.4 + any())];
    for (const dx of [0, -w, w]) for (const dy of [0, -h, h]) {
      pen.beginPath();
      pen.ellipse(x + dx, y + dy, r, r * (0.6 + any() * 0.4), any() * 3, 0, 7);
      pen.fill();
    }
  }
}

const filled = (pen, w, h, shade) => {
  pen.fillStyle = shade;
  pen.fillRect(0, 0, w, h);
};

const rough = () => tile("rough", (pen, w, h) => {
  filled(pen, w, h, "#808080");
  specks(pen, w, h, 2600, 2.4, ["#6f6f6f", "#919191", "#777", "#888"]);
});
const woven = () => tile("woven", (pen, w, h) => {
  filled(pen, w, h, "#555");
  for (let x = 0; x < 32; x++) for (let y = 0; y < 32; y++) {
    pen.fillStyle = (x + y) % 2 ? "#aaa" : "#888";
    pen.beginPath();
    pen.ellipse(x * 8 + 4, y * 8 + 4, (x + y) % 2 ? 4.5 : 2.8, (x + y) % 2 ? 2.8 : 4.5, 0, 0, 7);
    pen.fill();
  }
});
const ribs = () => tile("ribs", (pen, w, h) => {
  filled(pen, w, h, "#444");
  for (let x = 0; x < 16; x++) for (let y = 0; y < 22; y++)
    for (const side of [-1, 1]) {
      pen.fillStyle = "#b5b5b5";
      pen.beginPath();
      pen.ellipse(x * 16 + 8 + side * 3.4, y * 11.64 + 6, 2.6, 6, side * 0.45, 0, 7);
      pen.fill();
    }
});
const straws = () => tile("straws", (pen, w, h) => {
  filled(pen, w, h, "#222");
  for (let x = 0; x < 8; x++) for (let y = 0; y < 16; y++) {
    const shade = pen.createLinearGradient(0, y * 16, 0, y * 16 + 16);
    shade.addColorStop(0, "#333"), shade.addColorStop(0.5, (x + y) % 2 ? "#fff" : "#777"), shade.addColorStop(1, "#333");
    pen.fillStyle = shade;
    pen.fillRect(x * 32 + ((x + y) % 2 ? -3 : 3), y * 16 + 1, (x + y) % 2 ? 38 : 26, 14);
  }
});
export const stone = (colour) => grained(colour, [1.4, 1.4], { bump: rough(), depth: 0.6, roughness: 0.8 });
export const leather = (colour) => grained(colour, [3, 3], { bump: rough(), depth: 0.5, roughness: 0.5, clearcoat: 0.12 });
export const canvas = (colour) => grained(colour, [2.2, 2.2], { bump: woven(), depth: 1.2, roughness: 0.95 });
export const felt = (colour) => grained(colour, [3, 3], { bump: rough(), depth: 1.6, roughness: 1, sheen: 0.6, sheenRoughness: 0.6, sheenColor: tone(colour, 0.4) });
export const velvet = (colour) => grained(colour, [3, 3], { bump: rough(), depth: 0.6, roughness: 0.9, sheen: 1, sheenRoughness: 0.35, sheenColor: tone(colour, 0.5) });
export const knit = (colour) => grained(colour, [1.6, 1.6], { bump: ribs(), depth: 3, roughness: 1 });
export const wicker = (colour = "#b98b55") => grained(colour, [1.6, 1.6], { bump: straws(), map: basket(), depth: 3, roughness: 0.8 });
export const foam = (colour) => grained(colour, [4, 4], { bump: rough(), depth: 0.8, roughness: 1 });
export const paper = (colour = "#f4f1ea") => physical(colour, { roughness: 0.95 });
export const card = (colour = "#c39a6b") => grained(colour, [2, 2], { bump: rough(), depth: 0.25, roughness: 0.95 });

const basket = () => tile("basket", (pen, w, h) => {
  filled(pen, w, h, "#8a8a8a");
  for (let x = 0; x < 8; x++) for (let y = 0; y < 16; y++) {
    pen.fillStyle = (x + y) % 2 ? "#fff" : "#b0b0b0";
    pen.fillRect(x * 32 + 1, y * 16 + 2, 30, 12);
  }
}, true);

export function cork() {
  const map = tile("cork", (pen, w, h) => {
    filled(pen, w, h, "#c99a64");
    specks(pen, w, h, 900, 4, ["#b27f49", "#d9b27f", "#a06f3d", "#c08f58", "#7d5630"], 9);
  }, true);
  return grained("#fff", [1.6, 1.6], { map, bump: rough(), depth: 0.5, roughness: 0.95 });
}

export function granular(name, shades, size = 5) {
  const map = tile(`grains ${name}`, (pen, w, h) => {
    filled(pen, w, h, shades[0]);
    specks(pen, w, h, 1500, size, shades, 11);
  }, true);
  return grained("#fff", [2, 2], { map, bump: rough(), depth: 1.5, roughness: 0.9 });
}
