// Stands for a file that the browser fetches: its content has nothing to do with the program.
module.exports = { __esModule: true, default: '/assets/file.json' };
