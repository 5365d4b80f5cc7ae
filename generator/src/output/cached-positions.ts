import { readFileSync, statSync } from 'node:fs'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import type { Locator } from '../diagnostics/print.js'
import type { Source } from '../model/shapes/shape.js'

export type Positions = Readonly<Record<string, { readonly line: number; readonly column: number }>>

/** The positions of diagnostics, as plain data. */
export function positionsOf(diagnostics: readonly Diagnostic[], locator: Locator): Positions {
  return Object.fromEntries(
    diagnostics
      .flatMap(({ at, also }) => [...(at ? [at] : []), ...(also ? [also.at] : [])])
      .map((at) => [keyOf(at), locator.locate(at)]),
  )
}

/**
 * Keeps only one text in memory: diagnostics are printed document by document, and there may be
 * many large documents.
 */
let last: CachedText | undefined

interface CachedText {
  readonly positions: Positions
  readonly path: string
  readonly text: string | undefined
}

/**
 * Positions that were found earlier; `pathOf` returns the path of a file by its name in messages.
 */
export function locatorAt(
  positions: Positions,
  pathOf: (name: string) => string | undefined,
): Locator {
  return {
    locate: (at) => positions[keyOf(at)] ?? { line: 1, column: 1 },
    textOf: (name) => {
      const path = pathOf(name)
      if (path === undefined) return undefined
      if (last?.positions !== positions || last.path !== path) {
        last = { positions, path, text: textOf(path) }
      }
      return last.text
    },
  }
}

/** Documents may be symbolic links, but not pipes or devices: reading those may never end. */
function textOf(file: string): string | undefined {
  try {
    return statSync(file).isFile() ? readFileSync(file, 'utf8') : undefined
  } catch {
    return undefined
  }
}

function keyOf({ file, pointer }: Source): string {
  return `${file}#${pointer}`
}
