//  Crashlytics.swift
//  Copyright (c) 2015 Fernhill Apps. All rights reserved.

#if canImport(Crashlytics)
import Crashlytics
#else
func CLSLogv(_ format: String, _ args: [CVarArg]) {}
func getVaList(_ args: [CVarArg]) -> [CVarArg] { return args }
#endif
