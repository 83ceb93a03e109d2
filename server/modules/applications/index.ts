export { findWorkerDetails, type WorkerDetails } from './detailRepository';
export { countersSuffice, type FilterMoment } from './filter';
export { conditionsOf } from './filterRepository';
export { notifyDecided } from './notifyDecided';
export { presentApplication } from './presenter';
export { type ApplicationRecord, countByCounters, countFiltered, findApplication } from './repository';
export { registerApplications } from './routes';
export { momentOf, checkScope } from './service';
export { refusalOfShortlist, shortlistAll } from './shortlistAll';
