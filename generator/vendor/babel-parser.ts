/** Bundled as it is: the parser of single files. */
export { parse } from '@babel/parser'
