/**
 * Whether the path of a generated file stays inside its folder on every operating system: portable names,
 * separated by slashes.
 */
export function isPathInside(file: string): boolean {
  return file
    .split('/')
    .every((name) => /^[\w@.-]+$/.test(name) && !/^\.+$/.test(name) && name !== 'node_modules')
}
