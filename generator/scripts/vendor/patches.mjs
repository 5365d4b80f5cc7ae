import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { applyPatch, parsePatch } from 'diff'

/**
 * Applies the patches of a folder to the modules of a package while it is bundled. They name modules by the end of their
 * paths. One that does not fit, or that no module was for, fails the build.
 */
export function patching(folder) {
  const files = existsSync(folder) ? readdirSync(folder).sort() : []
  const patches = files.flatMap((file) =>
    parsePatch(readFileSync(path.join(folder, file), 'utf8')).map((patch) => ({
      file,
      module: patch.newFileName.replace(/^b\//, '/'),
      patch,
    })),
  )
  const applied = new Set()
  return {
    plugin: {
      name: 'patches',
      transform(code, id) {
        const own = patches.filter(({ module }) => id.replaceAll('\\', '/').endsWith(module))
        if (own.length === 0) return null
        const patched = own.reduce((text, { file, patch }) => {
          const result = applyPatch(text, patch)
          if (result === false) throw new Error(`${file} does not fit ${id}`)
          return result
        }, code)
        for (const each of own) applied.add(each)
        return { code: patched, map: null }
      },
    },
    check() {
      const unused = patches.filter((each) => !applied.has(each))
      if (unused.length > 0) {
        throw new Error(`no module for ${unused.map(({ file }) => file).join(', ')}`)
      }
    },
  }
}
