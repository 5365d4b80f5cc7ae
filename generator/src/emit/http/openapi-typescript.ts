import transform, { type GlobalContext, type OpenAPI3 } from '#openapi-typescript'
import type { DeclarationNode } from './type-nodes.js'

export type { OpenAPI3 }

/**
 * The part of openapi-typescript that draws types. It was bundled with `vendor/typescript.ts` in place of the compiler,
 * so the nodes are those of that module.
 */
export const draw = transform as (
  schema: OpenAPI3,
  context: GlobalContext,
) => readonly DeclarationNode[]

/** How types are drawn. What is injected is collected in it, so each drawing has its own. */
export function contextFor(immutable: boolean): GlobalContext {
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
