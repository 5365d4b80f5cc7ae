import { type Declaration, hasTagTree, type Operation, tagGroupName } from 'tagwire/emitter'
import { asTagged, type DescribedPackage, kindOf } from './described-package.js'
import { operationPage } from './operation-pages.js'
import { firstSentence, type Page, type PageEntry } from './page.js'
import { typePage } from './type-pages.js'
import { unionPage } from './union-pages.js'

/** What has a page: operations, tagged unions, then other types. */
function listed(described: DescribedPackage): (Declaration | Operation)[] {
  const { declarations, operations } = described.model
  const isUnion = (each: Declaration): boolean => kindOf(described, each) === 'union'
  return [
    ...operations,
    ...declarations.filter(isUnion),
    ...declarations.filter((each) => !isUnion(each)),
  ]
}

/** What lists say of every page. */
export function pageEntries(described: DescribedPackage): PageEntry[] {
  return listed(described).map((each) => entryOf(described, each))
}

/** Every page of a package. */
export function allPages(described: DescribedPackage): Page[] {
  return listed(described).map((each) => ({
    ...entryOf(described, each),
    ...pageOf(described, each),
  }))
}

function pageOf(
  described: DescribedPackage,
  each: Declaration | Operation,
): Pick<Page, 'body' | 'drawings'> {
  if ('binding' in each) return operationPage(described, each)
  const tagged = asTagged(described, each)
  return tagged ? unionPage(described, tagged) : typePage(described, each)
}

function entryOf(described: DescribedPackage, about: Declaration | Operation): PageEntry {
  const said = ('summary' in about ? about.summary : undefined) ?? firstSentence(about.doc)
  const tagged = 'binding' in about ? undefined : asTagged(described, about)
  const isOwnSummary = said === '' && tagged !== undefined
  const { model } = described
  const group =
    'binding' in about && hasTagTree(model) ? tagGroupName(model.tags, about) : undefined
  return {
    about,
    path: described.pathOf(about),
    kind: kindOf(described, about),
    title: about.name,
    summary: isOwnSummary ? `A union of ${tagged.union.cases.length} kinds.` : said,
    ...(isOwnSummary ? { isOwnSummary } : {}),
    ...(group === undefined ? {} : { group }),
  }
}
