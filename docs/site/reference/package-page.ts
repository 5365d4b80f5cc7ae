import type { Page } from '../page.js'
import type { DescribedPackage } from './described-package.js'
import { operationPages } from './operation-pages.js'
import { listRow, typePages } from './type-pages.js'
import { unionPages } from './union-pages.js'

/** Everything about a generated package: its README as the overview, and a page for each part. */
export function packagePages(described: DescribedPackage, readme: string): Page[] {
  const operations = operationPages(described)
  const unions = unionPages(described)
  const types = typePages(described)
  const overview: Page = {
    path: `${described.folder}/index`,
    kind: 'package',
    title: described.view.name,
    summary: readme.split('\n\n')[1]?.replace(/\s+/g, ' ') ?? '',
    package: described.view.name,
    body: readme.replace(/^# .*\n/, ''),
  }
  const reference: Page = {
    path: `${described.folder}/reference`,
    kind: 'package',
    title: `${described.view.name}: reference`,
    summary: `Every operation, union and type of ${described.view.name}.`,
    package: described.view.name,
    body: [
      `## ${operations[0]?.kind === 'method' ? 'Methods' : 'Operations'}\n`,
      ...operations.map(listRow),
      '\n## Tagged unions\n',
      ...unions.map(listRow),
      '\n## Types\n',
      ...types.map(listRow),
    ].join('\n'),
  }
  return [overview, reference, ...operations, ...unions, ...types]
}
