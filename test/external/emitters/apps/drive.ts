import { click, shows, tried, until } from '../page/drive.js'

/** Uses an app as a person would, and says what was wrong. */
export function drive(): Promise<unknown> {
  return tried(async () => {
    await shows('notes', (text) => text === 'one 2001,two 2002')
    click('more')
    await shows('notes', (text) => text === 'one 2001,two 2002,three 2003')
    await until(() => document.getElementById('more') === null, 'there is no more')
    await shows('nearest', (text) => text === '3')
    await shows('stream', (text) => text === 'one 2001,two 2002')
    click('add')
    await shows('added', (text) => text === 'four 2004')
    // The tag was invalidated: the pages and the error were fetched again.
    await shows('nearest', (text) => text === '4')
    await shows('notes', (text) => text === 'one 2001,two 2002,three 2003,four 2004')
    click('add')
    await shows('conflict', (text) => text === '4')
  })
}
