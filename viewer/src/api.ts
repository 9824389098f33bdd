// Talking to the server: JSON and binary over HTTP, quick questions over a WebSocket.
import { decode, type Binary } from './binary';
import { Signal } from './signal';

const base = '/api/v1/';

async function failure(reply: Response): Promise<Error> {
  try {
    const body = (await reply.json()) as { error?: string };
    return new Error(body.error ?? reply.statusText);
  } catch {
    return new Error(`${reply.status} ${reply.statusText}`);
  }
}

async function send(op: string, body?: object): Promise<Response> {
  const reply = await fetch(base + op, body === undefined ? {} : {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw await failure(reply);
  return reply;
}

export async function getJson<T>(op: string): Promise<T> {
  return (await (await send(op)).json()) as T;
}
export async function postJson<T>(op: string, body: object): Promise<T> {
  return (await (await send(op, body)).json()) as T;
}
export async function postBinary(op: string, body: object): Promise<Binary> {
  return decode(await (await send(op, body)).arrayBuffer());
}
export async function getBinary(op: string, parameters: Record<string, string | number>): Promise<Binary> {
  const query = new URLSearchParams(Object.entries(parameters).map(([k, v]) => [k, String(v)]));
  return decode(await (await send(`${op}?${query}`)).arrayBuffer());
}
export async function upload<T>(file: File): Promise<T> {
  const reply = await fetch(`${base}upload?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: file,
  });
  if (!reply.ok) throw await failure(reply);
  return (await reply.json()) as T;
}

export interface ServerEvent {
  event: 'progress' | 'done';
  op: string;
  stage?: string;
  done?: number;
}

interface Waiting {
  resolve: (body: unknown) => void;
  reject: (error: Error) => void;
}

// A WebSocket that comes back by itself. Questions wait for it while it is away.
export class Socket {
  readonly events = new Signal<ServerEvent>();
  readonly connected = new Signal<boolean>();
  isOpen = false;
  private socket?: WebSocket;
  private next = 1;
  private readonly waiting = new Map<number, Waiting>();
  private delay = 250;

  constructor() {
    this.connect();
  }

  ask<T>(op: string, body: object): Promise<T> {
    if (!this.socket || this.socket.readyState !== WebSocket.OPEN) return postJson<T>(op, body);
    const id = this.next++;
    this.socket.send(JSON.stringify({ id, op, body }));
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (body: unknown) => void, reject });
    });
  }

  private connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}${base}socket`);
    this.socket = socket;
    socket.onopen = () => {
      this.delay = 250;
      this.isOpen = true;
      this.connected.emit(true);
    };
    socket.onmessage = (message) => this.take(JSON.parse(String(message.data)) as Record<string, unknown>);
    socket.onclose = () => this.lost();
  }

  private take(message: Record<string, unknown>): void {
    if (message.event !== undefined) return this.events.emit(message as unknown as ServerEvent);
    const waiting = this.waiting.get(message.id as number);
    if (!waiting) return;
    this.waiting.delete(message.id as number);
    if (message.status === 200) return waiting.resolve(message.body);
    waiting.reject(new Error((message.body as { error?: string }).error ?? 'the server refused'));
  }

  private lost(): void {
    for (const waiting of this.waiting.values()) waiting.reject(new Error('the connection was lost'));
    this.waiting.clear();
    if (this.isOpen) this.connected.emit(false);
    this.isOpen = false;
    setTimeout(() => this.connect(), this.delay);
    this.delay = Math.min(this.delay * 2, 5000);
  }
}
