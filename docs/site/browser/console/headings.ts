/** What stands above each part of what a call shows; the tests in a browser find the parts by it. */
export const headings = {
  route: 'The way',
  compared: 'Compared with the document',
  value: 'The value that the client returns',
  program: 'The program that ran',
  request: 'The request as sent',
  response: 'The response as received',
} as const
