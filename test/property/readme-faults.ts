import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/** What a README would do that it must not, judged by a published parser of GitHub's Markdown. */
export function readmeFaults(text: string): string[] {
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  return nodesIn(tree).flatMap((node) => {
    if (node.type === 'html' && /<(?:script|img)/i.test(node.value)) return [node.value]
    const isAddress = node.type === 'link' || node.type === 'image' || node.type === 'definition'
    return isAddress && /^\s*(?:javascript|data|vbscript):/i.test(node.url) ? [node.url] : []
  })
}

function nodesIn(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(nodesIn) : [])]
}
