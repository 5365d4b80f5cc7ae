import { fallbackArms, type UnionNames } from '../../model/exported-names.js'
import type { Case } from '../../model/shapes/union.js'
import { payloadKey } from '../../model/shapes/union.js'
import { docs, linked } from '../typescript/doc.js'
import { exportedInterface, property, type Statement } from '../typescript/structures.js'
import { propertyKey } from '../typescript/text.js'
import { payloadType, resultName, type UnionScope } from './union-scope.js'

/** `OperationArms<Result>`: the argument of `match`. */
export function armsType(at: UnionScope, names: UnionNames): Statement {
  const { shape } = at.declaration
  const { unknown } = fallbackArms(shape)
  const result = resultName(at)
  return exportedInterface({
    name: names.arms,
    docs: docs(`One function for each kind of ${linked(names.type)}.`),
    typeParameters: [result],
    properties: [
      ...shape.cases.map((member) =>
        property({ name: propertyKey(member.tag), type: armType(at, names, member, result) }),
      ),
      property({
        name: unknown,
        type: `(value: ${names.unknown}) => ${result}`,
        docs: docs('For kinds that this version does not know.'),
      }),
    ],
  })
}

function armType(at: UnionScope, names: UnionNames, member: Case, result: string): string {
  const { type } = names.of(member)
  const isWhole = payloadKey(at.declaration.shape.tagging, member) === undefined
  const payload = isWhole ? type : payloadType(at, names, member)
  return `(payload: ${payload}, value: ${type}) => ${result}`
}
