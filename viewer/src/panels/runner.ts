// One runner: where it is, the path it follows, and what it does at the goal.
import type { Vec } from '../types';

export interface RunnerRules {
  movement: 'navigated' | 'random';
  navigation: 'a_star' | 'whole' | 'again' | 'progressive';
  atGoal: 'main' | 'random' | 'back';
  pauses: 'none' | 'goal' | 'step' | 'both';
  speed: number;
}

const kGoalPause = 1; // seconds
const kStepPause = 0.25;

export class Runner {
  isAsking = false;
  face = -1; // not known
  private path: Vec[] = [];
  private faces: number[] = [];
  private next = 0; // of the path
  private goal: Vec | null = null; // still to be reached
  private home: Vec;
  private pause = 0; // seconds

  constructor(public at: Vec) {
    this.home = [...at] as Vec;
  }

  get wantsPath(): boolean {
    return !this.isAsking && this.pause <= 0 && this.next >= this.path.length;
  }

  forget(): void {
    this.path = [];
    this.next = 0;
  }

  advance(metres: number, seconds: number, rules: RunnerRules): void {
    this.pause -= seconds;
    if (this.pause > 0) return;
    let left = metres;
    while (left > 0 && this.next < this.path.length) {
      const to = this.path[this.next]!;
      const gap = Math.hypot(to[0] - this.at[0], to[1] - this.at[1], to[2] - this.at[2]);
      const share = gap > left ? left / gap : 1;
      for (let c = 0; c < 3; c++) this.at[c]! += (to[c]! - this.at[c]!) * share;
      left -= gap;
      if (share < 1) return;
      this.face = this.faces[this.next] ?? this.face;
      this.next++;
      if (rules.pauses === 'step' || rules.pauses === 'both') {
        this.pause = kStepPause;
        return;
      }
      // Planning again from where it stands: every few points.
      if (rules.navigation === 'again' && this.next % 8 === 0 && this.goal) {
        this.forget();
        return;
      }
    }
  }

  // Where to go next. `main`: the ends of the main path, if set. `random`: a position on the ground.
  nextGoal(rules: RunnerRules, main: { from: Vec; to: Vec } | null, random: () => Vec | null): Vec | null {
    if (this.goal && !this.isAt(this.goal)) return this.goal;
    const old = this.goal;
    this.goal = null;
    if (old && (rules.pauses === 'goal' || rules.pauses === 'both')) this.pause = kGoalPause;
    if (rules.movement === 'random') return random();
    if (rules.atGoal === 'main' && main) return this.isAt(main.to) ? main.from : main.to;
    if (rules.atGoal === 'back' && old) {
      const back = this.home;
      this.home = old;
      return back;
    }
    return random();
  }

  follow(found: { points: Vec[]; faces: number[] } | null, goal: Vec): void {
    this.goal = found ? (found.points[found.points.length - 1] ?? null) && goal : null;
    this.path = found?.points ?? [];
    this.faces = found?.faces ?? [];
    this.face = this.faces[0] ?? this.face;
    this.next = 0;
    if (!found) this.pause = 0.5;
    // A goal that was moved onto the ground is reached where the path ends, unless more is to come.
    const end = this.path[this.path.length - 1];
    if (end && Math.hypot(end[0] - goal[0], end[1] - goal[1]) < this.near(goal)) this.goal = end;
  }

  private near(goal: Vec): number {
    return Math.max(Math.hypot(goal[0] - this.home[0], goal[1] - this.home[1]) * 0.02, 1);
  }
  private isAt(position: Vec): boolean {
    return Math.hypot(this.at[0] - position[0], this.at[1] - position[1]) < 1e-3 * Math.max(1, Math.abs(position[0]), Math.abs(position[1]));
  }
}
