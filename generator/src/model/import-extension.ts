/** The extensions of relative imports in generated modules. */
export const IMPORT_EXTENSIONS = ['.js', '', '.ts'] as const

export type ImportExtension = (typeof IMPORT_EXTENSIONS)[number]

export function isImportExtension(value: unknown): value is ImportExtension {
  return IMPORT_EXTENSIONS.some((each) => each === value)
}
