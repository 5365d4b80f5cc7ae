// Pages of every kind, items and pages, from a saved position.
import { createLibraryClient, type PageState } from './library/index.js'

export async function everything(baseUrl: string): Promise<Record<string, readonly unknown[]>> {
  const library = createLibraryClient({ baseUrl, apiKey: 'desk' })
  const tools: string[] = []
  for await (const { kind } of library.allTools({ 'per-page': 2 })) tools.push(kind)
  const found: string[] = []
  for await (const { id } of library.searchAllTools({ text: 'saw', page: { size: 2 } }))
    found.push(id)
  const loans: number[] = []
  for await (const { since } of library.allLoans()) loans.push(since.getTime())
  const events: number[] = []
  for await (const { n } of library.allEvents({ per_page: 1 })) events.push(n)
  const members: string[] = []
  for await (const { name } of library.allMembers()) members.push(name)
  const branches: string[] = []
  for await (const { name } of library.allBranches()) branches.push(name)
  const visits: number[] = []
  for await (const { items } of library.allVisits({ take: 2 }).pages()) visits.push(...items)
  return { tools, found, loans, events, members, branches, visits }
}

export async function resumed(baseUrl: string, stopAfter: number): Promise<readonly string[]> {
  const library = createLibraryClient({ baseUrl, apiKey: 'desk' })
  const ids: string[] = []
  const first = library.allLoans()
  for await (const { id } of first) if (ids.push(id) === stopAfter) break
  const saved: PageState = JSON.parse(JSON.stringify(first.state))
  for await (const { id } of library.allLoans({}, { from: saved })) ids.push(id)
  return ids
}
