import { items, member, type Node, text } from '../../source/node.js'

/** The names of `x-tagwire-alias`: one or more. */
export function formerNames(node: Node): string[] {
  const extension = member(node, 'x-tagwire-alias')
  if (!extension) return []
  return [text(extension) ?? items(extension).flatMap((each) => text(each) ?? [])].flat()
}

/** What a method was called before. */
export function formerMethods(node: Node, name: string): { readonly aliases?: readonly string[] } {
  const aliases = [...new Set(formerNames(node))].filter((each) => each !== name)
  return aliases.length > 0 ? { aliases } : {}
}
