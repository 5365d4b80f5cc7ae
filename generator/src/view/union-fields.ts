import type { TaggedDeclaration } from '../model/exported-names.js'
import { declarationNamed } from '../model/find.js'
import { sameShape } from '../model/shapes/fingerprint.js'
import type { RecordShape } from '../model/shapes/shape.js'
import type { TagStyle } from '../model/shapes/tagging.js'
import type { Case } from '../model/shapes/union.js'
import type { PackageView } from './package-view.js'

/** Whether the fields of a payload are beside the tag, where the shared fields are too. */
function fieldsAreShared({ style }: TagStyle): boolean {
  switch (style) {
    case 'property':
      return true
    case 'key':
    case 'pair':
      return false
  }
}

/** The record whose fields are beside the tag of a member. */
export function recordOf({ model }: PackageView, { payload }: Case): RecordShape | undefined {
  if (payload?.kind === 'record') return payload
  if (payload?.kind !== 'reference') return undefined
  const found = declarationNamed(model.declarations, payload.name)
  return found?.shape.kind === 'record' ? found.shape : undefined
}

/**
 * The shared fields of a union that a member describes in its own way: it requires what others may leave out, or allows
 * fewer values.
 */
export function redescribedFields(
  view: PackageView,
  { shape: { common, tagging } }: TaggedDeclaration,
  member: Case,
): string[] {
  if (!fieldsAreShared(tagging)) return []
  const own = recordOf(view, member)?.fields ?? []
  return common.flatMap(({ name, required, shape }) => {
    const field = own.find((each) => each.name === name)
    const isSame = !field || (field.required === required && sameShape(field.shape, shape))
    return isSame ? [] : [name]
  })
}
