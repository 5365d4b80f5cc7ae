import type { Report } from '../diagnostics/diagnostic.js'
import type { Model, Tag } from '../model/model.js'
import type { Rule } from '../model/rules/rule.js'
import { items, member, type Node, text, textAt } from '../source/node.js'
import { documentExtensions } from './extensions.js'
import { serversOf } from './operations/servers.js'
import { plainText } from './schemas/plain-text.js'

type Head = Pick<
  Model,
  'title' | 'version' | 'doc' | 'document' | 'servers' | 'tags' | 'extensions'
>

/** What OpenAPI and OpenRPC have in common: `info` and `servers`. */
export function documentInfo(root: Node, language: 'openapi' | 'openrpc', report: Report): Head {
  const info = member(root, 'info') ?? root
  const doc = textAt(info, 'description')
  return {
    title: textAt(info, 'title') ?? 'API',
    version: textAt(info, 'version') ?? '0',
    ...(doc ? { doc: plainText(doc) } : {}),
    document: { file: root.source.file, language, version: textAt(root, language) ?? '' },
    servers: serversOf(member(root, 'servers'), report),
    tags: tagsOf(member(root, 'tags')),
    extensions: documentExtensions(root),
  }
}

function tagsOf(list: Node | undefined): Tag[] {
  return items(list).flatMap((node) => {
    const name = textAt(node, 'name')
    const doc = textAt(node, 'description')
    if (name === undefined) return []
    const [summary, parent, kind] = ['summary', 'parent', 'kind'].map((key) => textAt(node, key))
    return [
      {
        name,
        ...(doc ? { doc: plainText(doc) } : {}),
        ...(summary ? { summary: plainText(summary) } : {}),
        ...(parent ? { parent } : {}),
        ...(kind ? { kind } : {}),
      },
    ]
  })
}

export function tagNames(list: Node | undefined): string[] {
  return items(list).flatMap((node) => text(node) ?? textAt(node, 'name') ?? [])
}

/** The rule can only be read when all declarations are known. */
export function withRule<Known extends object>(
  known: Known,
  later: { readonly rule: Rule },
): Known & { readonly rule: Rule } {
  return {
    ...known,
    get rule() {
      return later.rule
    },
  }
}
