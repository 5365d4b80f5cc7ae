import { createRequire, Module } from 'node:module'
import type { GlobalContext, OpenAPI3, transformSchema } from 'openapi-typescript'
import { escapeToken } from '../../model/pointer.js'

export type { GlobalContext, OpenAPI3 }

type Draw = (
  schema: OpenAPI3,
  context: Omit<GlobalContext, 'redoc'>,
) => ReturnType<typeof transformSchema>

const ENTRY = 'openapi-typescript/dist/transform/index.cjs'

/** Their functions for pointers are part of a linter, beside a YAML parser and a logger. */
const HELPERS = '@redocly/openapi-core/lib/ref-utils.js'

/** The same without URI escapes, because names in our pointers are not escaped. */
const OURS = {
  escapePointer: (token: string | number) =>
    typeof token === 'number' ? token : escapeToken(token),
  parseRef(ref: string) {
    const [, pointer = ''] = ref.split('#/')
    const tokens = pointer.split('/').filter(Boolean)
    return {
      uri: null,
      pointer: tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')),
    }
  },
}

/**
 * The parts of openapi-typescript that print types. Its entry also loads, bundles and lints documents, with a
 * linter that takes longer to load than the types of most documents take to print. None of it is loaded.
 */
export const draw: Draw = loadDraw()

function loadDraw(): Draw {
  const require = createRequire(import.meta.url)
  const helpers = createRequire(require.resolve(ENTRY)).resolve(HELPERS)
  const known = require.cache[helpers]
  const stand = new Module(helpers)
  stand.exports = OURS
  stand.loaded = true
  require.cache[helpers] = stand
  try {
    return require(ENTRY)
  } finally {
    // Whoever uses the linter beside us gets the linter.
    if (known) require.cache[helpers] = known
    else delete require.cache[helpers]
  }
}
