/**
 * Whether a path of an emitted file stays inside the folder it is for, on every system: names of letters
 * that all of them take, with slashes between.
 */
export function isPathInside(file: string): boolean {
  return file
    .split('/')
    .every((name) => /^[\w@.-]+$/.test(name) && !/^\.+$/.test(name) && name !== 'node_modules')
}
