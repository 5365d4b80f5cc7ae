import type { ImportExtension } from '../../model/import-extension.js'
import { type EmittedModule, KINDS, type Statement } from './structures.js'

/** The same module, with the configured extension of relative imports. */
export function withImportExtension(
  module: EmittedModule,
  extension: ImportExtension,
): EmittedModule {
  if (extension === '.js') return module
  return {
    ...module,
    imports: module.imports.map((each) => ({
      ...each,
      moduleSpecifier: withExtension(each.moduleSpecifier, extension),
    })),
    statements: module.statements.map((each): Statement => {
      if (typeof each === 'string' || each.kind !== KINDS.export) return each
      if (each.moduleSpecifier === undefined) return each
      return { ...each, moduleSpecifier: withExtension(each.moduleSpecifier, extension) }
    }),
  }
}

function withExtension(specifier: string, extension: ImportExtension): string {
  return specifier.startsWith('.') ? specifier.replace(/\.js$/, extension) : specifier
}
