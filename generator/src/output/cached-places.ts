import { readFileSync, statSync } from 'node:fs'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import type { Places } from '../diagnostics/print.js'
import type { Source } from '../model/shapes/shape.js'

export type Positions = Readonly<Record<string, { readonly line: number; readonly column: number }>>

/** The positions of diagnostics, as plain data. */
export function positionsOf(diagnostics: readonly Diagnostic[], places: Places): Positions {
  return Object.fromEntries(
    diagnostics
      .flatMap(({ at, also }) => [...(at ? [at] : []), ...(also ? [also.at] : [])])
      .map((at) => [placeKey(at), places.locate(at)]),
  )
}

/**
 * Keeps only one text in memory: diagnostics are printed document by document, and there may be
 * many large documents.
 */
let last: CachedText | undefined

interface CachedText {
  readonly places: Positions
  readonly path: string
  readonly text: string | undefined
}

/**
 * Positions that were found earlier; `pathOf` returns the path of a file by its name in messages.
 */
export function placesAt(
  positions: Positions,
  pathOf: (name: string) => string | undefined,
): Places {
  return {
    locate: (at) => positions[placeKey(at)] ?? { line: 1, column: 1 },
    textOf: (name) => {
      const path = pathOf(name)
      if (path === undefined) return undefined
      if (last?.places !== positions || last.path !== path) {
        last = { places: positions, path, text: textOf(path) }
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

function placeKey({ file, pointer }: Source): string {
  return `${file}#${pointer}`
}
