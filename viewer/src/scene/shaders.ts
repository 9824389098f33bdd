// The ground's shaders: every triangle takes the colour of its item from a texture, so that new
// colours are one upload and no new geometry.

export const groundVertex = /* glsl */ `
  in uint item;
  uniform highp sampler2D colours;
  uniform int colourWidth;
  flat out vec4 tint;
  out vec3 seen;
  void main() {
    int i = int(item);
    tint = texelFetch(colours, ivec2(i % colourWidth, i / colourWidth), 0);
    vec4 at = modelMatrix * vec4(position, 1.0);
    seen = at.xyz;
    gl_Position = projectionMatrix * viewMatrix * at;
  }`;

export const groundFragment = /* glsl */ `
  flat in vec4 tint;
  in vec3 seen;
  uniform float shade;
  out vec4 colour;
  void main() {
    vec3 n = normalize(cross(dFdx(seen), dFdy(seen)));
    if (n.z < 0.0) n = -n;
    float light = clamp(dot(n, normalize(vec3(-0.5, 0.45, 0.74))), 0.0, 1.0);
    colour = vec4(tint.rgb * mix(1.0, 0.45 + 0.72 * light, shade), 1.0);
  }`;

// Where each pixel lies (local coordinates) and whose it is.
export const pickVertex = /* glsl */ `
  in uint item;
  flat out float whose;
  out vec3 local;
  void main() {
    whose = float(item) + 1.0;
    local = position;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;

export const pickFragment = /* glsl */ `
  flat in float whose;
  in vec3 local;
  out vec4 found;
  void main() { found = vec4(local, whose); }`;

// The nodes of a search: those opened so far, and those settled.
export const nodesVertex = /* glsl */ `
  in float opened;
  in float settled;
  uniform float frame;
  uniform float size;
  out vec3 tint;
  void main() {
    bool isClosed = settled <= frame;
    float fresh = clamp(1.0 - (frame - settled) / 12.0, 0.0, 1.0);
    tint = isClosed ? mix(vec3(0.15, 0.38, 0.78), vec3(0.35, 0.75, 1.0), fresh) : vec3(1.0, 0.72, 0.1);
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    gl_PointSize = isClosed ? size : size * 1.3;
    if (opened > frame) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    gl_Position.z -= 0.0004 * gl_Position.w;
  }`;

export const nodesFragment = /* glsl */ `
  in vec3 tint;
  out vec4 colour;
  void main() {
    vec2 c = gl_PointCoord - 0.5;
    if (dot(c, c) > 0.25) discard;
    colour = vec4(tint, 1.0);
  }`;
