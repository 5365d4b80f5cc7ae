import path from 'node:path'

/**
 * How to start pnpm, as a program and its first arguments: the one that this script runs under, if it does, because npx
 * takes longer to find one than pnpm to answer. `TAGWIRE_PNPM` is another one.
 */
export function pnpmCommand({ TAGWIRE_PNPM: given, npm_execpath: own = '' } = process.env) {
  if (given !== undefined) return given.split(' ')
  // Older releases are scripts, and npx names itself here.
  return /^pnpm(?:\.exe)?$/.test(path.basename(own)) ? [own] : ['npx', '-y', 'pnpm@12']
}
