// Numbers for people.

export function duration(us: number): string {
  if (us < 1000) return `${us.toPrecision(3)} µs`;
  if (us < 1e6) return `${(us / 1000).toPrecision(3)} ms`;
  return `${(us / 1e6).toPrecision(3)} s`;
}

export function count(n: number): string {
  return Math.round(n).toLocaleString('en');
}

// Three digits, without exponents.
export function short(n: number): string {
  return Math.abs(n) >= 1000 ? count(n) : String(Number(n.toPrecision(3)));
}

export function metres(m: number): string {
  return m >= 10000 ? `${(m / 1000).toFixed(2)} km` : `${m.toFixed(1)} m`;
}

// A price in its unit: seconds of walking read better as time.
export function price(value: number, unit: string): string {
  if (unit !== 's') return metres(value);
  if (value < 60) return `${value.toFixed(1)} s`;
  const seconds = Math.round(value);
  const minutes = Math.floor(seconds / 60);
  const rest = (seconds % 60).toString().padStart(2, '0');
  return minutes < 60 ? `${minutes}:${rest} min` : `${Math.floor(minutes / 60)} h ${(minutes % 60).toString().padStart(2, '0')} min`;
}

export function bytes(n: number): string {
  if (n < 1e6) return `${(n / 1e3).toPrecision(3)} kB`;
  return n < 1e9 ? `${(n / 1e6).toPrecision(3)} MB` : `${(n / 1e9).toPrecision(3)} GB`;
}
