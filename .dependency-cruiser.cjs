/** The import rules between folders, each with its reason. Back-references ($1) cover new folders automatically. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** What `npm ci --omit=dev` must be able to run. */
const PRODUCTION = '^(src|server|contract|scripts/support)/|^scripts/(start|run|cluster)\\.mjs$|^scripts/cluster/(nginx|servers?)\\.mjs$';

module.exports = {
  forbidden: [
    rule('no-circular', 'Files in a cycle cannot be understood or tested separately.', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    rule('no-orphans', 'A file that nothing imports is dead code.', {
      orphan: true,
      path: '^(src|server|contract)/',
      pathNot: '\\.d\\.ts$',
    }, {}),
    rule('contract-stands-alone', 'Both sides use the contract, so it depends on neither.', { path: '^contract/' }, { path: '^(src|server|i18n)/' }),
    rule('values-without-schemas', 'The browser imports constants and rules, which must not bring a schema library with them.', { path: '^contract/(constants/|rules/|zone\\.ts)' }, { path: '^contract/(schemas|routes)/|node_modules/typebox' }),
    rule('src-takes-only-types-from-schemas', 'The browser must not load a schema library.', { path: '^src/' }, { path: '^contract/(schemas|routes)/', dependencyTypesNot: ['type-only'] }),
    rule('src-never-meets-server', 'They are two programs that share only the contract.', { path: '^src/' }, { path: '^server/' }),
    rule('server-never-meets-src', 'They are two programs that share only the contract.', { path: '^server/' }, { path: '^src/' }),
    rule('only-tests-import-tests', 'Test support is not part of the product.', { path: '^(src|server|contract)/' }, { path: '^(__tests__|e2e|bench)/' }),
    rule('lib-knows-no-product', 'lib holds no product rules.', { path: '^src/lib/' }, { path: '^src/(?!lib/)' }),
    rule('ui-knows-no-domain', 'A component of ui takes props, calls its callbacks, and has no store access.', { path: '^src/ui/' }, { path: '^src/(domains|store|widgets|screens|app)/' }),
    rule('domains-are-headless', 'Unit tests run a domain without React.', { path: '^src/domains/' }, { path: '^src/(ui|widgets|screens|store|app)/|node_modules/(react|react-dom|react-redux|react-router|react-router-dom|react-intl)/' }),
    rule('domains-through-their-door', 'Code outside a domain imports only its index.ts.', { path: '^src/domains/([^/]+)/' }, { path: '^src/domains/([^/]+)/(?!index\\.ts$)', pathNot: ['^src/domains/$1/', '^src/domains/kit/'] }),
    rule('outside-through-the-door', 'Code outside a domain imports only its index.ts.', { path: '^src/(screens|widgets|app|store|ui)/', pathNot: '^src/store/trace/declarations\\.ts$' }, { path: '^src/domains/([^/]+)/(?!index\\.ts$)', pathNot: '^src/domains/kit/' }),
    rule('trace-reads-declarations-alone', 'The support trace loads only the declarations of the domains.', { path: '^src/store/trace/declarations\\.ts$' }, { path: '^src/domains/', pathNot: '/traceable\\.ts$' }),
    rule('kit-knows-no-domain', 'All domains use the kit, so it depends on none.', { path: '^src/domains/kit/' }, { path: '^src/domains/(?!kit/)' }),
    rule('screens-never-see-each-other', 'A screen is one route; code that two screens need belongs in a widget, ui or a domain.', { path: '^src/screens/([^/]+)/' }, { path: '^src/screens/([^/]+)/', pathNot: '^src/screens/$1/' }),
    rule('widgets-below-screens', 'Several screens show a widget, so it imports none of them.', { path: '^src/widgets/' }, { path: '^src/screens/' }),
    rule('widgets-never-see-each-other', 'Code that two widgets need belongs in ui or a domain.', { path: '^src/widgets/(?!ApplicationList/)([^/]+)/' }, { path: '^src/widgets/([^/]+)/', pathNot: '^src/widgets/$1/' }),
    rule('list-sees-its-actions-only', 'The list of applications shows the actions on its rows, and no other widget.', { path: '^src/widgets/ApplicationList/' }, { path: '^src/widgets/(?!(ApplicationList|Bulk|CalendarFeed|Decisions|FirstDay)/)' }),
    rule('screens-below-app', 'Nothing imports the composition root.', { path: '^src/(screens|widgets|ui|domains|lib|store)/' }, { path: '^src/app/' }),
    rule('store-below-screens', 'The store imports domains, not the components that show them.', { path: '^src/store/' }, { path: '^src/(screens|widgets|ui)/' }),
    rule('modules-through-their-door', 'Code outside a server module imports only its index.ts.', { path: '^server/modules/([^/]+)/' }, { path: '^server/modules/([^/]+)/(?!index\\.ts$)', pathNot: '^server/modules/$1/' }),
    rule('server-through-the-door', 'Code outside a server module imports only its index.ts.', { path: '^server/(?!modules/)' }, { path: '^server/modules/([^/]+)/(?!index\\.ts$)' }),
    rule('sql-in-repositories-only', 'Only the repositories of a module build SQL.', { path: '^server/(modules/|demo/|[^/]+$)', pathNot: '[rR]epository\\.ts$' }, { path: 'node_modules/kysely/|^server/platform/database/query\\.ts$', dependencyTypesNot: ['type-only'] }),
    rule('repositories-below-services', 'A service builds on repositories, so none of them imports a service.', { path: '^server/modules/[^/]+/\\w*[rR]epository\\.ts$' }, { path: '^server/modules/[^/]+/(\\w*[sS]ervice|presenter)\\.ts$', dependencyTypesNot: ['type-only'] }),
    rule('platform-at-the-bottom', 'The rest of the server builds on the platform, so it imports none of it.', { path: '^server/platform/' }, { path: '^server/(?!(platform|texts)/)' }),
    rule('db-below-modules', 'Migrations run before any module does.', { path: '^server/db/' }, { path: '^server/(?!(db|platform)/)' }),
    rule('adapters-below-modules', 'An adapter knows its provider and the ports, not the product.', { path: '^server/adapters/' }, { path: '^server/(?!(adapters|platform|texts)/)' }),
    rule('modules-below-demo', 'The product runs without its demo world, seeds, backup and composition root.', { path: '^server/modules/' }, { path: '^server/(?!(modules|adapters|platform|texts)/)' }),
    rule('not-to-dev-dep', 'Code that runs in production must not import a development dependency.', { path: PRODUCTION }, { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] }),
    rule('not-to-undeclared', 'A package that package.json does not name may disappear with the package that brought it.', {}, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json', '.css'], exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
