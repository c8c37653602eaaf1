// What a city is made of; textures are laid over forms by place, in metres (`userData.grain`).

import * as THREE from "three";
import { chance, drawn, texture } from "../products/stuff.mjs";

const memory = new Map();
const once = (key, make) => memory.get(key) ?? memory.set(key, make()).get(key);
// What is rough mirrors nothing, and is drawn in a third of the time.
function solid(color, { roughness = 0.85, metalness = 0, ...more } = {}) {
  if (roughness > 0.5) return new THREE.MeshLambertMaterial({ color, ...more });
  return new THREE.MeshStandardMaterial({ color, roughness, metalness, ...more });
}

const shade = (colour, by) => `#${new THREE.Color(colour).multiplyScalar(by).getHexString()}`;

// A tile that is drawn once and repeated; `metres` is how wide it is.
function tiled(key, metres, draw, more = {}) {
  return once(key, () => {
    const map = texture(drawn(512, 512, draw), { tiled: true });
    map.anisotropy = 1; // which costs a processor most; many exposures smooth as well
    const made = solid("#fff", { map, ...more });
    made.userData.grain = [1 / metres, 1 / metres];
    return made;
  });
}

const fill = (pen, colour, x, y, w, h) => {
  pen.fillStyle = colour;
  pen.fillRect(x, y, w, h);
};

function speckle(pen, colour, count, size, seed, deep = 0.12) {
  const any = chance(seed);
  for (let i = 0; i < count; i++) {
    pen.globalAlpha = any() * deep;
    const dark = any() < 0.5;
    fill(pen, dark ? "#000" : "#fff", any() * 512, any() * 512, size * (0.3 + any()), size * (0.3 + any()));
  }
  pen.globalAlpha = 1;
}

// Courses of stones or bricks: `rows` of `across`, each a little of another colour, with joints.
function courses(colour, joint, across, rows, wide = 3, spread = 0.25) {
  return (pen) => {
    const any = chance(across * rows);
    fill(pen, joint, 0, 0, 512, 512);
    const [w, h] = [512 / across, 512 / rows];
    for (let y = 0; y < rows; y++) for (let x = -1; x < across; x++) {
      fill(pen, shade(colour, 1 - spread / 2 + any() * spread), (x + (y % 2) / 2) * w + wide / 2, y * h + wide / 2, w - wide, h - wide);
    }
    speckle(pen, colour, 9000, 4, 3);
  };
}

export const brick = (colour = "#a4573f", joint = "#b9aa98") => tiled(`brick${colour}`, 1.9, courses(colour, joint, 8, 24, 3, 0.4));
export const blocks = (colour = "#cfc3ac") => tiled(`blocks${colour}`, 3.2, courses(colour, shade(colour, 0.72), 4, 8, 3, 0.14));
export const paving = (colour = "#b5afa6") => tiled(`paving${colour}`, 2.4, courses(colour, shade(colour, 0.6), 4, 4, 3, 0.12));
export const cobbles = (colour = "#8f8a84") => tiled(`cobbles${colour}`, 1.6, courses(colour, shade(colour, 0.5), 8, 8, 8, 0.35));
export const slates = (colour = "#5b6068") => tiled(`slates${colour}`, 2, courses(colour, shade(colour, 0.55), 8, 10, 3, 0.3));
export const boards = (colour) => tiled(`boards${colour}`, 2, (pen) => {
  courses(colour, shade(colour, 0.45), 1, 10, 4, 0.18)(pen);
  speckle(pen, colour, 2500, 60, 9, 0.03);
});
export const plaster = (colour) => tiled(`plaster${colour}`, 4, (pen) => {
  fill(pen, colour, 0, 0, 512, 512);
  speckle(pen, colour, 500, 90, 5, 0.025);
  speckle(pen, colour, 12000, 4, 4, 0.07);
});
export const asphalt = () => tiled("asphalt", 3, (pen) => {
  fill(pen, "#4d4d50", 0, 0, 512, 512);
  speckle(pen, "", 26000, 4, 8, 0.2);
});
export const soil = (colour = "#6b5139") => tiled(`soil${colour}`, 2, (pen) => {
  fill(pen, colour, 0, 0, 512, 512);
  speckle(pen, "", 22000, 8, 6, 0.16);
});
export const sand = () => soil("#d9c396");
export const gravel = () => soil("#bfae90");
export const lawn = (colour = "#5f8a3c") => tiled(`lawn${colour}`, 3, (pen) => {
  fill(pen, colour, 0, 0, 512, 512);
  const any = chance(3);
  for (let i = 0; i < 16000; i++) {
    pen.globalAlpha = 0.3;
    fill(pen, shade(colour, 0.6 + any() * 0.9), any() * 512, any() * 512, 2, 4 + any() * 9);
  }
  pen.globalAlpha = 1;
});

export const paint = (colour, roughness = 0.6) => solid(colour, { roughness });
export const metal = (colour = "#8d9196") => solid(colour, { metalness: 0.7, roughness: 0.4 });
export const iron = () => solid("#23272a", { metalness: 0.3, roughness: 0.6 });
export const lamp = (colour = "#ffd9a0", strong = 1) => solid(colour, { emissive: colour, emissiveIntensity: strong });
export const pane = (colour = "#26333c") => solid(colour, { metalness: 0.6, roughness: 0.05, envMapIntensity: 2 });
export function clear() {
  const made = solid("#9fb2b8", { transparent: true, opacity: 0.16, roughness: 0.03, metalness: 0.5, envMapIntensity: 3, depthWrite: false });
  made.userData.clear = true;
  return made;
}

// Water that mirrors the sky, with waves.
export function water(colour = "#2c6078", metres = 9, depth = 6) {
  const waves = once("waves", () => texture(drawn(512, 512, (pen) => {
    const any = chance(11);
    fill(pen, "#808080", 0, 0, 512, 512);
    for (let i = 0; i < 1500; i++) {
      pen.globalAlpha = 0.12;
      pen.fillStyle = any() < 0.5 ? "#000" : "#fff";
      const [x, y, w] = [any() * 512, any() * 512, 14 + any() * 40];
      for (const dx of [0, -512, 512]) {
        pen.beginPath();
        pen.ellipse(x + dx, y, w, 3 + any() * 6, (any() - 0.5) * 0.3, 0, 7);
        pen.fill();
      }
    }
  }), { tiled: true, colour: false }));
  waves.anisotropy = 1;
  const made = solid(colour, { roughness: 0.08, metalness: 0.25, bumpMap: waves, bumpScale: depth, envMapIntensity: 1.6 });
  made.userData.grain = [1 / metres, 1 / metres];
  return made;
}

// A board with words, as wide as it needs to be up to `wide`; lit from within where `glows`.
export function words(text, { wide, tall, ink = "#fff", ground = "", font = "Rubik", weight = 600, glows = 0, spaced = 0 }) {
  const canvas = drawn(1024, Math.round((1024 * tall) / wide), (pen, w, h) => {
    if (ground) fill(pen, ground, 0, 0, w, h);
    const set = (size) => Object.assign(pen, { font: `${weight} ${size}px "${font}"`, letterSpacing: `${spaced * size}px` });
    let size = h * 0.62;
    set(size);
    size *= Math.min(1, (w * 0.9) / pen.measureText(text).width);
    set(size);
    Object.assign(pen, { fillStyle: ink, textAlign: "center", textBaseline: "middle" });
    pen.fillText(text, w / 2, h * 0.53);
  });
  const map = texture(canvas);
  const made = solid("#fff", { map, transparent: !ground, alphaTest: ground ? 0 : 0.4, side: THREE.DoubleSide });
  if (glows) Object.assign(made, { emissive: new THREE.Color("#fff"), emissiveMap: map, emissiveIntensity: glows });
  return new THREE.Mesh(new THREE.PlaneGeometry(wide, tall), made);
}
