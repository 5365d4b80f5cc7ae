import { type TaggedDeclaration, taggedIn } from '../../model/exported-names.js'
import { isIdentifier } from '../../model/names.js'
import type { PackageView } from '../package-view.js'

/** The union that the README uses as its example: the one with the most variants whose tags are identifiers. */
export function exampleUnion({ model }: PackageView): TaggedDeclaration | undefined {
  const unions = taggedIn(model.declarations).filter((each) => !each.nullable)
  const plain = unions.filter((each) =>
    each.shape.cases.every((member) => isIdentifier(member.tag)),
  )
  const [example] = [...(plain.length > 0 ? plain : unions)].sort(
    (left, right) => right.shape.cases.length - left.shape.cases.length,
  )
  return example
}
