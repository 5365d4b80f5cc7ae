import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** What a configuration names as overlays: files, and folders with all overlays in them, in order. */
export function overlayFiles(named: readonly string[], base: string): string[] {
  return named.flatMap((each) => {
    const folder = path.resolve(base, each)
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [each]
    const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return inside
      .map((name) => path.posix.join(slashes(each), slashes(name)))
      .filter((name) => /\.(?:ya?ml|json)$/i.test(name))
      .sort()
  })
}

function slashes(name: string): string {
  return name.split(path.sep).join('/')
}
