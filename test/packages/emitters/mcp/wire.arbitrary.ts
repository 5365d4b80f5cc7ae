import fc from 'fast-check'
import type {
  InputCase,
  InputMember,
  InputType,
  InputTypes,
  UnionInput,
} from '../../../../packages/emit-mcp/src/arguments/input.js'
import { follow, mergedOf } from '../../../../packages/emit-mcp/src/arguments/resolve.js'

/** Values of the types that inputs have, as they travel. */

const depth = { depthSize: 'small', maxDepth: 4 } as const

export function wireValues(input: InputType, types: InputTypes): fc.Arbitrary<unknown> {
  const depthIdentifier = fc.createDepthIdentifier()
  const bounded = { ...depth, depthIdentifier }
  const { root } = fc.letrec<Record<string, unknown> & { root: unknown }>((tie) => {
    const of = (type: InputType): fc.Arbitrary<unknown> => {
      switch (type.kind) {
        case 'scalar':
          return scalar(type)
        case 'enum':
          return fc.constantFrom(...type.values)
        case 'json':
          return anyJson
        case 'nullable':
          return fc.option(of(type.type), { ...bounded, nil: null })
        case 'named':
          return Object.hasOwn(types, type.name) ? tie(`named ${type.name}`) : anyJson
        case 'list':
          return fc.array(of(type.items), { maxLength: 3, depthIdentifier })
        case 'tuple': {
          const items = fc.tuple(...type.items.map(of))
          const rest = type.rest ? fc.array(of(type.rest), { maxLength: 2 }) : fc.constant([])
          return fc.tuple(items, rest).map(([first, more]) => [...first, ...more])
        }
        case 'map':
          return record([], type.values)
        case 'record':
          return record(type.members, type.rest)
        case 'all': {
          const merged = mergedOf(type.parts, types)
          return merged ? of(merged) : anyJson
        }
        case 'union':
          return fc.oneof(bounded, ...type.cases.map((each) => caseOf(type, each)))
      }
    }

    const record = (
      members: readonly InputMember[],
      rest?: InputType,
    ): fc.Arbitrary<Record<string, unknown>> => {
      const known = new Set(members.map(({ name }) => name))
      const values = members.map(({ type, required }) =>
        required ? of(type) : fc.option(of(type), { ...bounded, nil: undefined }),
      )
      const others = rest
        ? fc.array(fc.tuple(fc.oneof(fc.string(), fc.constant('__proto__')), of(rest)), {
            maxLength: 2,
            depthIdentifier,
          })
        : fc.constant([])
      return fc.tuple(fc.tuple(...values), others).map(([own, more]) =>
        Object.fromEntries([
          ...own.flatMap((value, at) => {
            const name = members[at]?.name
            return value === undefined || name === undefined ? [] : [[name, value] as const]
          }),
          ...more.filter(([name]) => !known.has(name)),
        ]),
      )
    }

    const caseOf = (union: UnionInput, member: InputCase): fc.Arbitrary<unknown> => {
      const { tagging, common } = union
      const { tag, value = tag, payload } = member
      if (tagging.style === 'none') return payload ? of(payload) : fc.constant(tag)
      if (tagging.style === 'key') {
        if (!payload) return fc.constant(tag)
        return fc
          .tuple(of(payload), record(common))
          .map(([inside, beside]) => Object.fromEntries([[tag, inside], ...Object.entries(beside)]))
      }
      if (tagging.style === 'pair') {
        const inside = payload ? of(payload) : fc.constant(undefined)
        return fc.tuple(inside, record(common)).map(([content, beside]) => ({
          [tagging.property]: value,
          ...(payload ? { [tagging.content]: content } : {}),
          ...beside,
        }))
      }
      const own = payload && follow(payload, types, []).type
      if (own?.kind !== 'record') {
        const inside = payload ? of(payload) : fc.constant({})
        return fc.tuple(inside, record(common)).map(([content, beside]) => ({
          [tagging.property]: value,
          ...(typeof content === 'object' ? content : {}),
          ...beside,
        }))
      }
      const names = new Set(own.members.map(({ name }) => name))
      const members = own.members.filter(({ name }) => name !== tagging.property)
      const shared = common.filter(({ name }) => !names.has(name) && name !== tagging.property)
      return record([...members, ...shared], own.rest).map((inside) =>
        Object.fromEntries([
          ...Object.entries(inside).filter(([name]) => name !== tagging.property),
          [tagging.property, value],
        ]),
      )
    }

    const named = Object.entries(types).map(([name, type]) => [`named ${name}`, of(type)] as const)
    return { ...Object.fromEntries(named), root: of(input) }
  })
  return root
}

/** As it is after it has travelled: JSON has no `-0`. Integers that JavaScript rounds are refused. */
const anyJson = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.parse(JSON.stringify(value)))
  .filter((value) => !/(?<![\d.e+-])-?\d{16,21}(?![\d.])/.test(JSON.stringify(value)))

const wide = fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }))

function scalar({ type, format = '' }: InputType & { kind: 'scalar' }): fc.Arbitrary<unknown> {
  const isWide = /^(?:u?int64|[iu]64|long|bigint)$/.test(format)
  switch (type) {
    case 'string':
      if (format === 'integer' || isWide)
        return fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String)
      if (format === '0x-hex')
        return fc
          .uint8Array({ maxLength: 4 })
          .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
      return fc.string()
    case 'integer':
      return isWide ? wide : fc.maxSafeInteger()
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'bytes':
      return fc.uint8Array({ maxLength: 4 }).map((bytes) => new Blob([Buffer.from(bytes)]))
  }
}
