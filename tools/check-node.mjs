// Plain JavaScript that an old Node can read: it says what to do where the rest could not even be parsed.
var major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  var found = 'Kade needs Node 24, and this is ' + process.versions.node + ' (' + process.execPath + ').'
  var advice =
    process.platform === 'darwin'
      ? 'Install Node 24 (https://nodejs.org), then run npm ci and npm start again.'
      : 'Run npm ci, which brings Node 24 with it, and then use npm start, npm test or npx, which find it.'
  process.stderr.write(found + '\n' + advice + '\n')
  process.exit(1)
}
