// The parts of openapi-typescript that draw types, without those that load, bundle and lint: these bring
// a linter along, whose loading takes longer than drawing the types of most documents.

declare module 'openapi-typescript/dist/transform/index.mjs' {
  import type { GlobalContext, OpenAPI3 } from 'openapi-typescript'
  import type { Node } from 'typescript'

  export default function transformSchema(
    schema: OpenAPI3,
    context: Omit<GlobalContext, 'redoc'>,
  ): Node[]
}

declare module 'openapi-typescript/dist/lib/ts.mjs' {
  export { astToString } from 'openapi-typescript'
}
