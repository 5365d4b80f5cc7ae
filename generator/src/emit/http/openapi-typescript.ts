import { createRequire } from 'node:module'
import type { GlobalContext, OpenAPI3 } from 'openapi-typescript'
import { escapeToken } from '../../model/pointer.js'
import { requireWith } from '../require-with.js'
import { compilerStandIn, type DeclarationNode } from './type-nodes.js'

export type { OpenAPI3 }

const ENTRY = 'openapi-typescript/dist/transform/index.cjs'

/** Their pointer functions are part of a linter, together with a YAML parser and a logger. */
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

type Context = Omit<GlobalContext, 'redoc'>

/**
 * The parts of openapi-typescript that draw types. Its entry also loads, bundles and lints documents, with a
 * linter that takes longer to load than the types of most documents take to draw. Neither that nor the compiler is
 * loaded.
 */
export const draw: (schema: OpenAPI3, context: Context) => readonly DeclarationNode[] = loadDraw()

/** How types are drawn. What is injected is collected in it, so each drawing has its own. */
export function contextFor(immutable: boolean): Context {
  return {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    conditionalEnums: false,
    dedupeEnums: false,
    defaultNonNullable: false,
    // Our types have their tags; those of the bundle were removed.
    discriminators: { objects: {}, refsHandled: [] },
    emptyObjectsUnknown: true,
    enum: false,
    enumValues: false,
    excludeDeprecated: false,
    exportType: false,
    generatePathParams: false,
    immutable,
    injectFooter: [],
    makePathsEnum: false,
    pathParamsAsTypes: false,
    propertiesRequiredByDefault: false,
    readWriteMarkers: false,
    postTransform: undefined,
    resolve: () => undefined,
    rootTypes: false,
    rootTypesKeepCasing: false,
    rootTypesNoSchemaPrefix: false,
    silent: true,
    transformProperty: undefined,
    transform: undefined,
  }
}

function loadDraw(): typeof draw {
  const entry = createRequire(import.meta.url).resolve(ENTRY)
  return requireWith(entry, [
    { by: entry, name: HELPERS, exports: OURS },
    { by: entry, name: 'typescript', exports: compilerStandIn },
  ])
}
