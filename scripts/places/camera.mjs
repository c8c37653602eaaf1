// A camera out of doors: the sun, a sky all round, and a lens that is sharp at one distance.
// A picture is the mean of many exposures; in each the light comes from elsewhere, and the lens looks from elsewhere.

import * as THREE from "three";
import { chance } from "../products/stuff.mjs";

const EXPOSURES = 8;
const FIELD = 29; // degrees from below to above
const APERTURE = 0.07; // metres
const REACH = 24; // metres around the middle that cast shadows

// When it is taken: where the sun stands, its colour and strength; the sky's, from above to the horizon; exposure.
const HOURS = {
  morning: { sun: [-7, 9, 9], colour: "#fff0d6", strong: 3.1, above: "#3f7fc4", low: "#d5e6f2", sky: 1.15, clouds: 0.5 },
  noon: { sun: [5, 12, 8], colour: "#fff8ea", strong: 3.3, above: "#2f74c2", low: "#c9e0f2", sky: 1.15, clouds: 0.42 },
  evening: { sun: [10, 4.6, 8], colour: "#ffc98a", strong: 3.4, above: "#5f87b8", low: "#f6d3a4", sky: 1, clouds: 0.55 },
  dusk: { sun: [-9, 3.4, 5], colour: "#ffb08a", strong: 0.4, above: "#2a4684", low: "#d9a98f", cast: "#8fa6d6", sky: 1.05, clouds: 0.5, lit: 1 },
  cloudy: { sun: [-4, 12, 7], colour: "#f2f4f6", strong: 1.5, above: "#93a8bb", low: "#e4e9ec", sky: 1.45, clouds: 0.9 },
};

export class Camera {
  constructor(wide, tall) {
    Object.assign(this, { wide, tall });
    this.renderer = new THREE.WebGLRenderer({ antialias: false, preserveDrawingBuffer: true });
    this.renderer.setSize(wide, tall);
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.BasicShadowMap;
    document.body.append(this.renderer.domElement);
    [this.exposure, this.film] = [target(wide, tall), target(wide, tall)];
    this.skies = {};
    this.adding = screen(`gl_FragColor = texture2D(picture, at) / ${EXPOSURES}.0;`, true);
    this.developing = screen(DEVELOP);
  }

  // Returns a PNG as a data URL. A scene is what stands there (`things`, a function of whether lamps are lit), when
  // (`hour`), and from where it is seen (`from`, `to`, in metres, the middle of the ground at 0 and the camera at +z).
  photograph({ things, hour = "noon", from = [3, 1.9, 17], to = [0, 3.2, 0], field = FIELD, seed = 1 }) {
    const time = HOURS[hour];
    const scene = new THREE.Scene();
    const sky = dome(time, seed);
    const stage = things(time.lit ?? 0);
    stage.traverse((part) => part.isMesh && Object.assign(part, { castShadow: !part.material.userData.clear, receiveShadow: true }));
    scene.add(sky, stage);
    scene.environment = this.skies[hour] ??= new THREE.PMREMGenerator(this.renderer).fromScene(new THREE.Scene().add(dome(time, 1)), 0, 0.1, 500, { size: 128 }).texture;
    scene.environmentIntensity = 0.3 * time.sky;
    scene.add(new THREE.HemisphereLight(time.above, "#8a7d6c", 0.45 * time.sky));
    scene.fog = new THREE.Fog(new THREE.Color(time.low).multiplyScalar(time.sky), 40, 260);
    const [sun, cloud] = [light(time.colour, 1024), light(time.cast ?? time.low, 512)];
    scene.add(sun, sun.target, cloud, cloud.target);
    this.expose(scene, { sun, cloud, time, from: new THREE.Vector3(...from), to: new THREE.Vector3(...to), field });
    this.renderer.setRenderTarget(null);
    this.renderer.render(this.developing.scene, this.developing.camera);
    return this.renderer.domElement.toDataURL("image/png");
  }

  expose(scene, { sun, cloud, time, from, to, field }) {
    const any = chance(7);
    const camera = new THREE.PerspectiveCamera(field, this.wide / this.tall, 0.3, 700);
    this.developing.material.uniforms.picture.value = this.film.texture;
    this.adding.material.uniforms.picture.value = this.exposure.texture;
    this.renderer.setRenderTarget(this.film);
    this.renderer.clear();
    for (let i = 0; i < EXPOSURES; i++) {
      sun.position.set(...time.sun).addScaledVector(random3(any), 0.32).setLength(40).add(to);
      sun.target.position.copy(to);
      sun.intensity = time.strong;
      const [angle, height] = [i * 2.399963, 0.12 + (0.88 * (i + 0.5)) / EXPOSURES];
      const flat = Math.sqrt(1 - height ** 2);
      cloud.position.set(Math.cos(angle) * flat, height, Math.abs(Math.sin(angle)) * flat).multiplyScalar(40).add(to);
      cloud.target.position.copy(to);
      cloud.intensity = 1.25 * time.sky;
      const [turn, far] = [i * 2.399963, APERTURE * Math.sqrt((i + 0.5) / EXPOSURES)];
      camera.position.copy(from).add(new THREE.Vector3(Math.cos(turn) * far, Math.sin(turn) * far, 0));
      camera.setViewOffset(this.wide, this.tall, any() - 0.5, any() - 0.5, this.wide, this.tall);
      camera.lookAt(to);
      camera.updateMatrixWorld(true);
      this.renderer.setRenderTarget(this.exposure);
      this.renderer.render(scene, camera);
      this.renderer.setRenderTarget(this.film);
      this.renderer.autoClear = false;
      this.renderer.render(this.adding.scene, this.adding.camera);
      this.renderer.autoClear = true;
    }
  }
}

const random3 = (any) => new THREE.Vector3(any() - 0.5, any() - 0.5, any() - 0.5).multiplyScalar(2);

const target = (w, h) => new THREE.WebGLRenderTarget(w, h, { type: THREE.HalfFloatType });

// The curve of film (ACES, as Narkowicz fits it), darker corners, the screen's curve.
const DEVELOP = `
  vec3 x = texture2D(picture, at).rgb * 0.82;
  x *= 1.0 - 0.22 * pow(length((at - 0.5) * vec2(1.1, 0.9)) * 1.35, 3.0);
  x = clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
  x = mix(vec3(dot(x, vec3(0.21, 0.72, 0.07))), x, 0.9);
  gl_FragColor = vec4(mix(12.92 * x, 1.055 * pow(max(x, 0.0), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, x)), 1.0);`;

function screen(body, adds = false) {
  const material = new THREE.ShaderMaterial({
    uniforms: { picture: { value: null } },
    vertexShader: "varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }",
    fragmentShader: `uniform sampler2D picture; varying vec2 at; void main() { ${body} }`,
    depthTest: false, depthWrite: false, toneMapped: false,
    ...(adds && { transparent: true, blending: THREE.CustomBlending, blendSrc: THREE.OneFactor, blendDst: THREE.OneFactor }),
  });
  return { scene: new THREE.Scene().add(new THREE.Mesh(new THREE.PlaneGeometry(2, 2), material)), material, camera: new THREE.Camera() };
}

function light(colour, fine) {
  const made = new THREE.DirectionalLight(colour, 1);
  made.castShadow = true;
  made.shadow.mapSize.set(fine, fine);
  Object.assign(made.shadow, { normalBias: 0.05, bias: -0.0008, radius: 2 });
  Object.assign(made.shadow.camera, { left: -REACH, right: REACH, top: REACH, bottom: -REACH, near: 1, far: 90 });
  return made;
}

// The sky: bluer above, with clouds of noise.
function dome({ above, low, sky, clouds }, seed) {
  const material = new THREE.ShaderMaterial({
    side: THREE.BackSide, depthWrite: false, fog: false,
    uniforms: {
      above: { value: new THREE.Color(above) }, low: { value: new THREE.Color(low) },
      strong: { value: sky }, clouds: { value: clouds }, seed: { value: seed * 7.3 },
    },
    vertexShader: "varying vec3 way; void main() { way = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",
    fragmentShader: `
      uniform vec3 above; uniform vec3 low; uniform float strong, clouds, seed; varying vec3 way;
      float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
      float noise(vec2 p) { vec2 i = floor(p), f = fract(p); f = f * f * (3.0 - 2.0 * f);
        return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y); }
      float many(vec2 p) { float sum = 0.0, part = 0.5; for (int i = 0; i < 5; i++) { sum += part * noise(p); p = p * 2.07 + 3.1; part *= 0.5; } return sum; }
      void main() {
        vec3 to = normalize(way); float up = max(to.y, 0.0);
        vec3 colour = mix(low, above, pow(smoothstep(0.0, 0.62, up), 0.75));
        float cloud = smoothstep(0.68 - 0.42 * clouds, 0.98 - 0.34 * clouds, many(to.xz / (up + 0.22) * 1.15 + seed));
        colour = mix(colour, mix(low, vec3(1.0), 0.55), cloud * 0.85 * smoothstep(0.0, 0.12, up));
        colour = mix(colour, vec3(0.23, 0.22, 0.2), smoothstep(0.0, -0.08, to.y));
        gl_FragColor = vec4(colour * strong, 1.0);
      }`,
  });
  const ball = new THREE.Mesh(new THREE.SphereGeometry(400, 48, 24), material);
  ball.renderOrder = 9; // after what hides it
  return ball;
}
