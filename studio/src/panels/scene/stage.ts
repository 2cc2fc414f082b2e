/** Canvas, camera and light. Draws on demand: once after something changed, and while something moves. */
import { Color, DirectionalLight, Group, HemisphereLight, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Screen } from "@/scene/view";
import { distanceFor, towardsCamera, type ViewName } from "@/scene/view";
import { add, type Vec } from "@/scene/rigid";

const SHARPEST = 2; // device pixels per pixel: more costs four times the work and shows nothing
const MEASURES = 5000;
const TURN = 250; // ms that the camera takes to another view

const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A stage with nothing on it; throws where the browser has no WebGL. */
export class Stage {
  readonly scene = new Scene();
  readonly world = new Group();
  readonly camera = new PerspectiveCamera(36, 1, 0.01, 1000);
  readonly renderer: WebGLRenderer;
  controls: OrbitControls;
  /** Called before every picture: brings what is on the stage up to date. */
  before: () => void = () => undefined;
  /** Called after every picture. */
  after: () => void = () => undefined;
  /** Whether a person has moved the camera: then it never moves by itself. */
  touched = false;
  screen: Screen = { right: [1, 0, 0], up: [0, 0, 1], into: [0, 1, 0] };
  private asked = 0;
  private held = false;
  private frames = 0;
  private light = new DirectionalLight(0xffffff, 1.5);
  private watch: ResizeObserver;
  private flight: { from: [Vector3, Vector3]; to: [Vector3, Vector3]; since: number } | null = null;

  constructor(private readonly host: HTMLElement) {
    this.renderer = new WebGLRenderer({ antialias: true, alpha: false, preserveDrawingBuffer: false });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, SHARPEST));
    host.prepend(this.renderer.domElement);
    const lamp = new DirectionalLight(0xffffff, 1.1); // beside the eye: nothing that is looked at is dark
    lamp.position.set(-0.4, 0.5, 1);
    this.camera.add(lamp);
    this.scene.add(this.world, this.camera, new HemisphereLight(0xffffff, 0xb4bccb, 1.5), this.light);
    this.camera.add(lamp.target);
    this.controls = this.control();
    this.watch = new ResizeObserver(() => this.resize());
    this.watch.observe(host);
    this.resize();
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  get target(): Vec {
    const { x, y, z } = this.controls.target;
    return [x, y, z];
  }

  private control(): OrbitControls {
    const made = new OrbitControls(this.camera, this.canvas);
    made.enableDamping = !still();
    made.dampingFactor = 0.18;
    made.zoomToCursor = true;
    made.addEventListener("change", this.invalidate);
    made.addEventListener("start", () => {
      this.touched = true;
      this.flight = null;
    });
    return made;
  }

  /** Draw a picture soon. */
  invalidate = (): void => {
    if (!this.asked) this.asked = requestAnimationFrame(this.draw);
  };

  /** A picture at once. */
  picture(): void {
    this.before();
    this.renderer.render(this.scene, this.camera);
  }

  /** Pictures have this size from now on, and come by `picture` alone. */
  hold(width: number, height: number): void {
    this.held = true;
    this.renderer.setPixelRatio(1);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  /** Back to the size of the panel. */
  release(): void {
    this.held = false;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, SHARPEST));
    this.resize();
  }

  private draw = (now: number): void => {
    this.asked = 0;
    if (this.held) return;
    const start = performance.now();
    this.fly(now);
    this.controls.update();
    this.picture();
    this.after();
    performance.measure("scene", { start, end: performance.now() });
    if (++this.frames % MEASURES === 0) performance.clearMeasures("scene");
  };

  private resize(): void {
    if (this.held) return;
    const { clientWidth: wide, clientHeight: high } = this.host;
    if (wide === 0 || high === 0) return;
    this.renderer.setSize(wide, high);
    this.camera.aspect = wide / high;
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }

  setBackground(colour: string): void {
    this.scene.background = new Color(colour);
    this.invalidate();
  }

  /** Which way is up; turns the camera only if that changed. */
  setScreen(screen: Screen): boolean {
    const { up } = this.camera;
    const changed = up.distanceTo(new Vector3(...screen.up)) > 1e-6;
    this.screen = screen;
    const above = add(add(scaled(screen.up, 5), scaled(screen.right, 2.5)), scaled(screen.into, -4));
    this.light.position.set(...above);
    if (!changed) return false;
    const target = this.controls.target.clone();
    up.set(...screen.up);
    this.controls.dispose();
    this.controls = this.control();
    this.controls.target.copy(target);
    return true;
  }

  /** See a ball from one of the named views, or from where the camera is. */
  see(middle: Vec, radius: number, view: ViewName | null, fast = false): void {
    const target = new Vector3(...middle);
    const way = view ? new Vector3(...towardsCamera(this.screen, view)) : this.camera.position.clone().sub(this.controls.target).normalize();
    const far = distanceFor(Math.max(radius, 1e-6), this.camera.fov, this.camera.aspect);
    this.go(target.clone().addScaledVector(way, far), target, fast);
  }

  /** Move the camera: at once, or in a quarter of a second. */
  go(position: Vector3, target: Vector3, fast = false): void {
    const far = position.distanceTo(target);
    this.camera.near = far / 200;
    this.camera.far = far * 60;
    this.camera.updateProjectionMatrix();
    if (fast || still()) {
      this.camera.position.copy(position);
      this.controls.target.copy(target);
      this.controls.update();
    } else this.flight = { from: [this.camera.position.clone(), this.controls.target.clone()], to: [position, target], since: performance.now() };
    this.invalidate();
  }

  private fly(now: number): void {
    if (!this.flight) return;
    const { from, to, since } = this.flight;
    const part = Math.min(1, Math.max(0, (now - since) / TURN));
    const soft = part * part * (3 - 2 * part);
    this.camera.position.lerpVectors(from[0], to[0], soft);
    this.controls.target.lerpVectors(from[1], to[1], soft);
    if (part >= 1) this.flight = null;
    this.invalidate();
  }

  /** Turn about the target (radians), as arrow keys do. */
  orbit(aside: number, up: number): void {
    this.touched = true;
    const arm = this.camera.position.clone().sub(this.controls.target);
    arm.applyAxisAngle(this.camera.up, aside);
    const level = new Vector3().crossVectors(this.camera.up, arm).normalize();
    const raised = arm.clone().applyAxisAngle(level, -up);
    if (raised.angleTo(this.camera.up) > 0.02 && raised.angleTo(this.camera.up) < Math.PI - 0.02) arm.copy(raised);
    this.camera.position.copy(this.controls.target).add(arm);
    this.controls.update();
    this.invalidate();
  }

  /** Nearer (below one) or farther. */
  zoom(by: number): void {
    this.touched = true;
    this.camera.position.sub(this.controls.target).multiplyScalar(by).add(this.controls.target);
    this.invalidate();
  }

  /** Target and camera by the same way: what is followed stays where it is on the screen. */
  carry(by: Vector3): void {
    this.camera.position.add(by);
    this.controls.target.add(by);
  }

  dispose(): void {
    cancelAnimationFrame(this.asked);
    this.watch.disconnect();
    this.controls.dispose();
    this.renderer.dispose();
    this.canvas.remove();
  }
}

const scaled = (a: Vec, s: number): Vec => [a[0] * s, a[1] * s, a[2] * s];
