/** Who may import whom. Each rule has its reason; back-references ($1) cover new folders from the day they are born. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule('no-circular', 'A cycle means that two files are one.', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    rule('no-orphans', 'A file that nothing reaches is dead.', {
      orphan: true,
      path: '^(src|server|contract)/',
      pathNot: '\\.d\\.ts$',
    }, {}),
    rule('contract-stands-alone', 'The wire is read by both sides, so it depends on neither.', { path: '^contract/' }, { path: '^(src|server|i18n)/' }),
    rule('constants-without-schemas', 'The browser takes values from constants; a schema library must not follow them there.', { path: '^contract/(constants/|zone\\.ts)' }, { path: '^contract/(schemas|routes)/|node_modules/typebox' }),
    rule('src-takes-only-types-from-schemas', 'No schema library in the browser.', { path: '^src/' }, { path: '^contract/(schemas|routes)/', dependencyTypesNot: ['type-only'] }),
    rule('src-never-meets-server', 'Two programs; only the contract joins them.', { path: '^src/' }, { path: '^server/' }),
    rule('server-never-meets-src', 'Two programs; only the contract joins them.', { path: '^server/' }, { path: '^src/' }),
    rule('only-tests-import-tests', 'Test support is not part of the product.', { path: '^(src|server|contract)/' }, { path: '^(__tests__|e2e|bench)/' }),
    rule('lib-knows-no-product', 'lib holds no product rules.', { path: '^src/lib/' }, { path: '^src/(?!lib/)' }),
    rule('ui-knows-no-domain', 'Props in, events out, no store.', { path: '^src/ui/' }, { path: '^src/(domains|store|widgets|screens|app)/' }),
    rule('domains-are-headless', 'A domain is unit-tested without React.', { path: '^src/domains/' }, { path: '^src/(ui|widgets|screens|store|app)/|node_modules/(react|react-dom|react-redux|react-router|react-router-dom|react-intl)/' }),
    rule('domains-through-their-door', 'index.ts is the only door of a domain.', { path: '^src/domains/([^/]+)/' }, { path: '^src/domains/([^/]+)/(?!index\\.ts$)', pathNot: ['^src/domains/$1/', '^src/domains/kit/'] }),
    rule('outside-through-the-door', 'index.ts is the only door of a domain.', { path: '^src/(screens|widgets|app|store|ui)/', pathNot: '^src/store/trace/declarations\\.ts$' }, { path: '^src/domains/([^/]+)/(?!index\\.ts$)', pathNot: '^src/domains/kit/' }),
    rule('trace-reads-declarations-alone', 'The support trace loads what domains declare, not the domains.', { path: '^src/store/trace/declarations\\.ts$' }, { path: '^src/domains/', pathNot: '/traceable\\.ts$' }),
    rule('kit-knows-no-domain', 'The kit serves all domains alike.', { path: '^src/domains/kit/' }, { path: '^src/domains/(?!kit/)' }),
    rule('screens-never-see-each-other', 'A screen is one route; what two need is a widget, ui or a domain.', { path: '^src/screens/([^/]+)/' }, { path: '^src/screens/([^/]+)/', pathNot: '^src/screens/$1/' }),
    rule('widgets-below-screens', 'A widget is a part with store access that several screens show; it knows none of them.', { path: '^src/widgets/' }, { path: '^src/screens/' }),
    rule('widgets-never-see-each-other', 'What two widgets need is ui or a domain.', { path: '^src/widgets/([^/]+)/' }, { path: '^src/widgets/([^/]+)/', pathNot: '^src/widgets/$1/' }),
    rule('screens-below-app', 'Nothing imports the composition root.', { path: '^src/(screens|widgets|ui|domains|lib|store)/' }, { path: '^src/app/' }),
    rule('store-below-screens', 'The store knows domains, not what shows them.', { path: '^src/store/' }, { path: '^src/(screens|widgets|ui)/' }),
    rule('modules-through-their-door', 'index.ts is the only door of a server module.', { path: '^server/modules/([^/]+)/' }, { path: '^server/modules/([^/]+)/(?!index\\.ts$)', pathNot: '^server/modules/$1/' }),
    rule('server-through-the-door', 'index.ts is the only door of a server module.', { path: '^server/(?!modules/)' }, { path: '^server/modules/([^/]+)/(?!index\\.ts$)' }),
    rule('sql-in-repositories-only', 'Only repositories of a module build SQL.', { path: '^server/modules/', pathNot: '[rR]epository\\.ts$' }, { path: 'node_modules/kysely/', dependencyTypesNot: ['type-only'] }),
    rule('platform-knows-no-module', 'The platform carries modules; it does not know them.', { path: '^server/platform/' }, { path: '^server/(modules|demo|db/seeds)/' }),
    rule('not-to-dev-dep', 'What runs in production is a dependency.', { path: '^(src|server|contract)/' }, { dependencyTypes: ['npm-dev'] }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: 'specify',
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json', '.css'], exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
